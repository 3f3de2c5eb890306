import { expect, test } from 'vitest';
import { deviceIcon, deviceName } from './deviceName.ts';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox, Windows-Rechner', 'device-laptop'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
    'device-mobile',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome, Android-Telefon',
    'device-mobile',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Safari/537.36',
    'Samsung Internet, Android-Tablet',
    'device-tablet',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge, Mac',
    'device-laptop',
  ],
  ['curl/8.9', 'Unbekanntes Gerät', 'device-laptop'],
  ['', 'Unbekanntes Gerät', 'device-laptop'],
])('the device name is recognisable: %s', (userAgent, name, icon) => {
  expect(deviceName(userAgent)).toBe(name);
  expect(deviceIcon(userAgent)).toBe(icon);
});
