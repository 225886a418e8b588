/** Declares the part of the package that is used: its own declarations cannot be resolved. */
declare module 'speech-rule-engine' {
  interface SpeechRuleEngine {
    setupEngine(features: Readonly<Record<string, string>>): Promise<string>;
    engineReady(): Promise<unknown>;
    /** Throws for XML that is not well-formed. */
    toSpeech(mathMl: string): string;
  }
  const engine: SpeechRuleEngine;
  // eslint-disable-next-line import/no-default-export -- the package exports its engine so
  export default engine;
}
