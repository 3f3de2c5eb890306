import { useEffect, useState } from 'react';

type Word = { tab: string; says: 'opened' | 'open' | 'closed' };

/** Whether another tab of this browser has the same form open; `name` identifies the record (undefined: nobody is asked). */
export function useOtherTab(name: string | undefined): boolean {
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (name === undefined) return undefined;
    const tab = crypto.randomUUID();
    const channel = new BroadcastChannel(`form.${name}`);
    const say = (says: Word['says']) => channel.postMessage({ tab, says } satisfies Word);
    channel.onmessage = ({ data }: MessageEvent<Word>) => {
      if (data.says === 'opened') say('open');
      setOthers((before) => new Set(data.says === 'closed' ? [...before].filter((one) => one !== data.tab) : [...before, data.tab]));
    };
    say('opened');
    const close = () => say('closed');
    addEventListener('pagehide', close);
    return () => {
      removeEventListener('pagehide', close);
      close();
      channel.close();
      setOthers(new Set());
    };
  }, [name]);
  return others.size > 0;
}
