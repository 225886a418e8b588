// Stops a program that cannot be started as soon as it was asked for, then prints 'alive'. Runs in a process group of its own.
import { startProgram } from '../../build/core/process/start-program.js';

const program = startProgram('/nonexistent', [], { signal: AbortSignal.abort(new Error('stopped')) });
await program.ended.catch(() => undefined);
process.stdout.write('alive');
