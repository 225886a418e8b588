import { createHash } from 'node:crypto';

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const permissions = -4;

/** Encrypts the streams of a PDF of `buildPdf` with a password (PDF 1.7, 7.6, 40-bit RC4). It must have no strings but in streams. */
export function encryptPdf(file: Uint8Array, password: string): Uint8Array {
  const id = Buffer.alloc(16, 1);
  const padded = Buffer.concat([Buffer.from(password), padding]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const allowed = Buffer.alloc(4);
  allowed.writeInt32LE(permissions);
  const key = md5(Buffer.concat([padded, owner, allowed, id])).subarray(0, 5);
  const user = rc4(key, padding);
  const text = Buffer.from(file).toString('latin1');
  const encrypted = text.replaceAll(
    /^(\d+) 0 obj\n(<<.*>>)\nstream\n([\s\S]*?)\nendstream$/gmu,
    (_, number: string, dictionary: string, data: string) => {
      const own = Buffer.alloc(5);
      own.writeUInt32LE(Number(number));
      const cipher = rc4(md5(Buffer.concat([key, own])).subarray(0, 10), Buffer.from(data, 'latin1'));
      return `${number} 0 obj\n${dictionary}\nstream\n${cipher.toString('latin1')}\nendstream`;
    },
  );
  const entries = `/Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> /P ${permissions}`;
  const hexId = `<${id.toString('hex')}>`;
  return Buffer.from(
    encrypted.replace('trailer\n<<', `trailer\n<< /Encrypt << ${entries} >> /ID [${hexId} ${hexId}]`),
    'latin1',
  );
}

function md5(bytes: Uint8Array): Buffer {
  return createHash('md5').update(bytes).digest();
}

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number): void => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + (state[index] ?? 0) + (key[index % key.length] ?? 0)) % 256;
    swap(index, other);
  }
  let [one, other] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      one = (one + 1) % 256;
      other = (other + (state[one] ?? 0)) % 256;
      swap(one, other);
      return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) % 256] ?? 0);
    }),
  );
}
