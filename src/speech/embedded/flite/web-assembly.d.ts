/** The used part of Node's `WebAssembly`, which `@types/node` 20 does not declare. */
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
