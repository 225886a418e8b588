/** Declares the part of the package that is used, which is optional. */
declare module 'temml' {
  /** Throws for LaTeX that it cannot read. */
  export function renderToString(tex: string, options: Readonly<Record<string, boolean | number>>): string;
  const temml: { readonly renderToString: typeof renderToString };
  // eslint-disable-next-line import/no-default-export -- the package exports itself so
  export default temml;
}
