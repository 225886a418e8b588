import { engineFaults } from './cells.ts';
import type { Cell, CellResult, EngineFault } from './cells.ts';
import { runEngineCell } from './engine-cell.ts';
import type { MatrixBook } from './run-cell.ts';
import { runServiceCell } from './service-cell.ts';
import { stopSeconds } from './time-bound.ts';
import type { RunTime } from './time-bound.ts';

/** A run that is asked of a worker. */
interface Order {
  readonly cell: Cell;
  readonly book: MatrixBook;
  /** A run without faults. Absent for one itself. */
  readonly clean?: RunTime | undefined;
}

process.on('message', (order: Order) => {
  void run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.(crash(error)),
  );
});

async function run({ cell, book, clean }: Order): Promise<CellResult> {
  const { kind, provider } = cell;
  const signal = clean && AbortSignal.timeout(Math.ceil(stopSeconds(clean) * 1000));
  const limited = { ...book, cleanSeconds: clean?.seconds, signal };
  if (isEngineFault(kind)) return await runEngineCell({ ...cell, kind }, limited);
  if (kind === 'none' && provider === 'embedded') return await runEngineCell({ ...cell, kind }, limited);
  return await runServiceCell({ ...cell, kind }, limited);
}

function crash(error: unknown): CellResult {
  const times = { seconds: 0, requests: 0, faults: 0, hangs: false };
  return { outcome: 'failure', detail: String(error), lost: 0, surplus: 0, ...times };
}

function isEngineFault(kind: Cell['kind']): kind is EngineFault {
  return engineFaults.some((fault) => fault === kind);
}
