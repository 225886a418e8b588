/** The part of Node's `WebAssembly` that is used here; `@types/node` 20 does not declare it. */
declare namespace WebAssembly {
  interface Module {
    readonly compiled: unique symbol;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Instance {
    readonly exports: { readonly [name: string]: unknown };
  }
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: object): Promise<Instance>;
}
