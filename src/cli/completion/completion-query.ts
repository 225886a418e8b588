/** The hidden command that the completion scripts call: `audiobook __complete SHELL WORD…`. */
export const completionQuery = '__complete';
