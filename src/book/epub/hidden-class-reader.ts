/** Class names that a style sheet hides outright (`.x { display: none }`). Rules under a condition (`@media`) do not count. */
export function hiddenClasses(css: string): Set<string> {
  const names = new Set<string>();
  const rules = css
    .replaceAll(/\/\*[\s\S]*?\*\//gu, '')
    .replaceAll(/@[^{};]{0,500}\{(?:[^{}]{0,5000}\{[^{}]{0,5000}\}){0,500}[^{}]{0,5000}\}/gu, '');
  for (const [, selectors = '', body = ''] of rules.matchAll(/([^{}]{1,2000})\{([^{}]{0,5000})\}/gu)) {
    if (!/(?:display\s*:\s*none|visibility\s*:\s*hidden)/iu.test(body)) continue;
    for (const selector of selectors.split(',')) {
      const name = /^\s*\w*\.([\w-]+)\s*$/u.exec(selector)?.[1];
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}
