// Puts off what V8 does for each pattern with a class of letters, such as `\p{L}`, when it reads a file: it collects the class
// to check the pattern, 0.1 ms each time, although most of the patterns are never used by a run.
import { parseSync, Visitor } from 'rolldown/utils';

/** Methods that start at the beginning, whatever was found before, with a pattern that finds all. */
const stateless = new Set(['match', 'matchAll', 'replace', 'replaceAll', 'search', 'split']);

/** The plugin of the bundler. */
export const lazyPatterns = {
  name: 'lazy-patterns',
  transform: {
    filter: { code: String.raw`\p{` },
    /** @param {string} code */
    handler: (code) => ({ code: makePatternsLazy(code), map: null }),
  },
};

/**
 * Returns the code of a module with each pattern of letters inside a function made at its first use and kept. One at the top of
 * the module is made where it stands. Patterns that remember a position stay as they are: each time, they have to be new.
 * @param {string} code
 */
export function makePatternsLazy(code) {
  const { program } = parseSync('module.js', code);
  const found = findPatterns(program);
  let result = '';
  let end = 0;
  const names = [];
  for (const { node, isInFunction } of found.toSorted((a, b) => a.node.start - b.node.start)) {
    const { pattern, flags } = node.regex;
    let made = `new RegExp(${JSON.stringify(pattern)}, ${JSON.stringify(flags)})`;
    if (isInFunction) {
      names.push(`pattern$${names.length}`);
      made = `(${names.at(-1)} ??= ${made})`;
    }
    result += code.slice(end, node.start) + made;
    end = node.end;
  }
  result += code.slice(end);
  // A function can be called before its module has run, where modules import one another: `let` would fail.
  return names.length === 0 ? result : `var ${names.join(', ')};\n${result}`;
}

/** @param {import('rolldown/utils').ESTree.Program} program */
function findPatterns(program) {
  const found = [];
  const argumentsOfMethods = new Set();
  let functions = 0;
  const enter = () => void (functions += 1);
  const leave = () => void (functions -= 1);
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    ClassBody: enter,
    'ClassBody:exit': leave,
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === 'MemberExpression' && stateless.has(callee.property.name)) argumentsOfMethods.add(first);
    },
    Literal(node) {
      if (!('regex' in node) || !node.regex.pattern.includes(String.raw`\p{`)) return;
      const remembers = /y/u.test(node.regex.flags) || (/g/u.test(node.regex.flags) && !argumentsOfMethods.has(node));
      if (functions === 0 || !remembers) found.push({ node, isInFunction: functions > 0 });
    },
  }).visit(program);
  return found;
}
