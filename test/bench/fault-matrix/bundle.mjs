import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Bundles a module of the tests so that Node can run it; it imports the library from `build/`. Returns the file. */
export async function bundle(input) {
  const file = path.join(root, 'build', 'bench', path.basename(input).replace(/\.ts$/u, '.js'));
  const build = await rolldown({
    input,
    plugins: [library],
    external: /^(?!@oxc-project)[\w@]/u,
    platform: 'node',
    makeAbsoluteExternalsRelative: false,
    transform: { target: 'es2023' },
    logLevel: 'warn',
  });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
  return file;
}

const library = {
  name: 'library',
  resolveId(source, importer) {
    const file = path.resolve(path.dirname(importer ?? root), source);
    const relative = path.relative(path.join(root, 'src'), file);
    if (!source.startsWith('.') || relative.startsWith('..')) return undefined;
    return { id: path.join(root, 'build', relative.replace(/\.ts$/u, '.js')), external: true };
  },
};
