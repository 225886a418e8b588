const loopbackNames = new Set(['localhost', '::1', '[::1]']);

/** Reports whether a host name or address is that of this machine alone. */
export function isLoopback(host: string): boolean {
  return loopbackNames.has(host) || /^127(?:\.\d{1,3}){3}$/u.test(host);
}
