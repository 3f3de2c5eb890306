import { spawn } from 'node:child_process';
import net from 'node:net';

/** A program of this machine that runs beside the test and ends with it. */
export type Program = { stop(): Promise<void> };

/** Starts a program and waits until its port takes connections. */
export async function startProgram([command = '', ...words]: readonly string[], port: number): Promise<Program> {
  const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2000)));
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.off('exit', end);
      resolve();
    });
  });
  for (let waited = 0; !(await answers(port)); waited += 50) {
    if (child.exitCode !== null || waited > 10_000) throw new Error(`${command} did not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    stop: () => {
      child.kill('SIGKILL');
      return exited;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
