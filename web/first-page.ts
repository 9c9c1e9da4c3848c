import type { ModulePreloadOptions } from 'vite'

/** Whether this is the file of the build that every page loads before anything else. */
export function isFileOfFirstPage(file: string): boolean {
  return /^assets\/(?:index|rolldown-runtime)-[\w-]+\.js$/.test(file)
}

/** Omits the script that every page has already loaded from the preload lists of other files. */
export const withoutFirstPage: ModulePreloadOptions = {
  polyfill: false,
  resolveDependencies: (_file, deps) => deps.filter((dep) => !isFileOfFirstPage(dep)),
}
