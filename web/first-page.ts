import type { ModulePreloadOptions } from 'vite'

/** Whether every page loads this file of the build before anything else. */
export function isFileOfFirstPage(file: string): boolean {
  return /^assets\/(?:index|rolldown-runtime)-[\w-]+\.js$/.test(file)
}

/** The script that every page has loaded before anything else is not named again in each file that loads others. */
export const withoutFirstPage: ModulePreloadOptions = {
  polyfill: false,
  resolveDependencies: (_file, deps) => deps.filter((dep) => !isFileOfFirstPage(dep)),
}
