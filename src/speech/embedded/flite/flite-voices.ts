import type { Voice } from '../../provider.ts';

/** Voices compiled into flite, best first. `kal` and `kal16` are fast and robotic. */
export const fliteVoices: readonly Voice[] = [
  { id: 'flite:slt', name: 'SLT', language: 'en-US', gender: 'female' },
  { id: 'flite:rms', name: 'RMS', language: 'en-US', gender: 'male' },
  { id: 'flite:awb', name: 'AWB', language: 'en-GB', gender: 'male' },
  { id: 'flite:kal16', name: 'KAL, 16 kHz', language: 'en-US', gender: 'male' },
  { id: 'flite:kal', name: 'KAL, 8 kHz', language: 'en-US', gender: 'male' },
];
