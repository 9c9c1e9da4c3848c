// The first that fits: browsers name others, whose pages they want to be shown.
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Names the program behind a `User-Agent` header in the words of its owner, such as 'Chrome on Windows', for the list
 * of one's own sessions (decision 5). Undefined when neither browser nor system is known: anybody can send anything.
 */
export function describeAgent(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const named = (known: typeof browsers) => known.find(([pattern]) => pattern.test(header))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system
}
