import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import fs from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartError } from '#server/platform/process/startError.ts';
import { isSystemError } from '#server/platform/process/systemError.ts';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** The file begins with this and 16 bytes of salt; the pieces follow, each as length, ciphertext and a 16-byte tag. */
const magic = Buffer.from('VEREINSPORTAL-SICHERUNG-1\n');
const saltBytes = 16;
const tagBytes = 16;
const pieceBytes = 256 * 1024;
const lastPiece = 0x8000_0000;

/** The scrypt cost: about half a second and 128 MiB per password guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/**
 * Encrypts a stream with AES-256-GCM in pieces. The nonce contains the number of a piece and whether it is the last one, so changed,
 * omitted, reordered or truncated pieces are detected. The salt yields a new key per file, so no nonce is reused.
 */
export async function* seal(plain: AsyncIterable<Buffer>, password: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const key = await keyOf(password, salt);
  yield Buffer.concat([magic, salt]);
  let number = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const bytes of plain) {
    waiting.push(bytes);
    size += bytes.length;
    if (size <= pieceBytes) continue;
    const all = Buffer.concat(waiting);
    let from = 0;
    // The rest is never empty, because the last piece is known only at the end.
    for (; all.length - from > pieceBytes; from += pieceBytes) yield sealPiece(key, number++, all.subarray(from, from + pieceBytes), false);
    waiting = [all.subarray(from)];
    size = all.length - from;
  }
  yield sealPiece(key, number, Buffer.concat(waiting), true);
}

/** Decrypts a file; only authenticated output is yielded. Throws a StartError for a wrong password or a changed or truncated file. */
export async function* unseal(file: string, password: string): AsyncGenerator<Buffer> {
  const handle = await fs.open(file).catch((error: unknown) => {
    const why = isSystemError(error, 'ENOENT')
      ? ': Es gibt sie nicht'
      : isSystemError(error, 'EACCES')
        ? ': Dieser Benutzer darf es nicht'
        : '';
    throw new StartError(`Die Datei ${file} lässt sich nicht lesen${why}.`);
  });
  try {
    const start = await readExactly(handle, magic.length + saltBytes);
    if (!start?.subarray(0, magic.length).equals(magic)) throw new StartError(`Die Datei ${file} ist keine Sicherung.`);
    const key = await keyOf(password, start.subarray(magic.length));
    for (let number = 0, isLast = false; !isLast; number++) {
      const head = await readExactly(handle, 4);
      const word = head?.readUInt32BE() ?? 0;
      isLast = word >= lastPiece;
      const length = isLast ? word - lastPiece : word;
      const piece = head && length <= pieceBytes ? await readExactly(handle, length + tagBytes) : undefined;
      if (!piece) throw damaged(file);
      yield openPiece(key, number, piece, isLast) ?? fail(number === 0 ? wrongPassword(file) : damaged(file));
    }
    if (await readExactly(handle, 1)) throw damaged(file);
  } finally {
    await handle.close();
  }
}

function sealPiece(key: Buffer, number: number, plain: Buffer, isLast: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(sealed.length + (isLast ? lastPiece : 0));
  return Buffer.concat([head, sealed, cipher.getAuthTag()]);
}

function openPiece(key: Buffer, number: number, piece: Buffer, isLast: boolean): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: tagBytes });
  decipher.setAuthTag(piece.subarray(piece.length - tagBytes));
  const plain = decipher.update(piece.subarray(0, piece.length - tagBytes));
  try {
    decipher.final();
    return plain;
  } catch {
    return undefined;
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(isLast ? 1 : 0);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}

function keyOf(password: string, salt: Buffer): Promise<Buffer> {
  return derive(password.normalize('NFC'), salt, 32, cost);
}

async function readExactly(handle: fs.FileHandle, length: number): Promise<Buffer | undefined> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled);
    if (bytesRead === 0) return undefined;
    filled += bytesRead;
  }
  return buffer;
}

function wrongPassword(file: string): StartError {
  return new StartError(`Das Passwort passt nicht zu ${file}, oder die Datei wurde verändert. Es wurde nichts geändert.`);
}

function damaged(file: string): StartError {
  return new StartError(`Die Datei ${file} ist beschädigt oder unvollständig. Es wurde nichts geändert.`);
}

function fail(error: Error): never {
  throw error;
}
