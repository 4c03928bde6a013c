/** In this order: Edge and Opera also name Chrome, and Chrome also names Safari. */
const browsers = [
  [/\bEdgi?A?\//u, 'Edge'],
  [/\bOPR\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//u, 'Chrome'],
  [/\bVersion\/.*Safari\//u, 'Safari'],
] as const

const systems = [
  [/\bWindows NT\b/u, 'Windows'],
  [/\biPad\b/u, 'iPad'],
  [/\biPhone\b/u, 'iPhone'],
  [/\bAndroid\b/u, 'Android'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bMac OS X\b/u, 'macOS'],
  [/\bLinux\b/u, 'Linux'],
] as const

type Names = readonly (readonly [RegExp, string])[]
const findName = (names: Names, text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? ''

/** Names browser and operating system, so that users recognise their own computers. */
export const describeDevice = (userAgent: string) => ({
  browser: findName(browsers, userAgent),
  system: findName(systems, userAgent),
})
