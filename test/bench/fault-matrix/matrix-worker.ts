import type { Fault } from '../../helpers/servers/fault-kinds.ts';
import { engineFaults } from './cells.ts';
import type { Cell, CellResult, EngineFault } from './cells.ts';
import { runEngineCell } from './engine-cell.ts';
import type { MatrixBook } from './run-cell.ts';
import { runServiceCell } from './service-cell.ts';

process.on('message', ({ cell, book }: { readonly cell: Cell; readonly book: MatrixBook }) => {
  void run(cell, book).then(
    (result) => process.send?.(result),
    (error: unknown) =>
      process.send?.({
        outcome: 'failure',
        detail: String(error),
        lost: 0,
        surplus: 0,
        seconds: 0,
        requests: 0,
        faults: 0,
      }),
  );
});

async function run(cell: Cell, book: MatrixBook): Promise<CellResult> {
  const { kind } = cell;
  return isEngineFault(kind)
    ? await runEngineCell({ ...cell, kind }, book)
    : await runServiceCell({ ...cell, kind }, book);
}

function isEngineFault(kind: EngineFault | Fault): kind is EngineFault {
  return engineFaults.some((fault) => fault === kind);
}
