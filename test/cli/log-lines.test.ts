import { describe, expect, it } from 'vitest';
import { logLines } from '../../src/cli/view/log-lines.ts';
import { ownAddresses } from '../../src/core/http/own-addresses.ts';

describe('the log of a service on a terminal', () => {
  it('has lines for people, without requests that were answered', () => {
    const lines: string[] = [];
    const log = logLines({ write: (line) => lines.push(String(line)) > 0 });
    const at = (fields: object): void =>
      log.write(`${JSON.stringify({ level: 'info', time: '2026-01-02T03:04:05.678Z', ...fields })}\n`);
    at({ msg: 'listening', url: 'http://127.0.0.1:1' });
    at({ msg: 'request', status: 404 });
    at({ msg: 'request', status: 500 });
    at({ msg: 'job ended', book: 'a.epub', state: 'failed', code: 'no-text' });
    at({ msg: 'sweep failed', level: 'error', err: { message: 'EIO' } });
    log.write('not JSON\n');
    expect(lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /u, '')).join('')).toBe(
      'request\njob ended: a.epub: failed: no-text\nerror: sweep failed: EIO\nnot JSON\n',
    );
  });
});

function address(text: string, internal = false) {
  const family = text.includes(':') ? 'IPv6' : 'IPv4';
  return { address: text, family, internal, netmask: '', mac: '', cidr: null };
}

describe('the addresses of this machine', () => {
  it('are those that others reach, of home networks first', () => {
    const addresses = {
      lo: [address('127.0.0.1', true)],
      docker0: [address('172.17.0.1')],
      wlan0: [address('fe80::1'), address('192.168.1.20')],
      tun0: [address('10.8.0.2')],
    };
    expect(ownAddresses(() => addresses as never)).toEqual(['192.168.1.20', '10.8.0.2', '172.17.0.1']);
  });
});
