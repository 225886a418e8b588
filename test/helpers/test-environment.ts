/** Settings of every run of the program in tests, unless a test gives others. */
export const testEnvironment = {
  // No server listens here: the program must not find a speech server of the machine that runs the tests.
  KOKORO_API_URL: 'http://127.0.0.1:9/v1',
  // A natural voice takes twenty times as long. The tests that are about one name it.
  EMBEDDED_VOICE: 'plain',
};
