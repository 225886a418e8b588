import type { OnnxGraph } from './onnx-graph.ts';

/** Side of the matrices, and of those that stand for many of them: a graph of many thousand products loads slowly. */
const side = { usual: 256, large: 1024 };
const most = 2000;

/** Adds products of each of the ids with matrices of 256 by 256, or as much work in larger ones, and returns a value that is 0. */
export function addWork(graph: OnnxGraph, ids: string, products: number): string {
  const size = products > most ? side.large : side.usual;
  const count = Math.round((products * side.usual ** 2) / size ** 2);
  const ones = graph.op('Reshape', [graph.floats(Array.from({ length: size }, () => 1)), graph.ints([1, -1])]);
  const mean = graph.matrix(size, 1 / size);
  let value = graph.op('MatMul', [graph.op('Reshape', [ids, graph.ints([-1, 1])]), ones]);
  for (let done = 0; done < count; done += 1) value = graph.op('MatMul', [value, mean]);
  return graph.op('Mul', [graph.op('ReduceMean', [value], { keepdims: 0 }), graph.floats(0)]);
}
