import type { ModulePreloadOptions } from 'vite'

const ofFirstPage = /^assets\/(?:index|rolldown-runtime)-[\w-]+\.js$/

/** The script that every page has loaded before anything else is not named again in each file that loads others. */
export const withoutFirstPage: ModulePreloadOptions = {
  polyfill: false,
  resolveDependencies: (_file, deps) => deps.filter((dep) => !ofFirstPage.test(dep)),
}
