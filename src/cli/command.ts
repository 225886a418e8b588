import type { Command } from 'commander';
import type { Host } from './host.ts';

/** Gives a command its arguments, flags and action. The action passes the exit code to `done`. */
export type DefineCommand = (command: Command, host: Host, done: (exitCode: number) => void) => void;
