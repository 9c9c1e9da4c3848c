import type { ModulePreloadOptions } from 'vite'

const ofFirstPage =
  /^assets\/(?:index|rolldown-runtime|icons|jsx-runtime|api-context|useRouter|matchContext|with-selector|api-failure|clsx)-[\w-]+\.js$/

/** Scripts that every page has loaded before anything else are not named again in each file that loads others. */
export const withoutFirstPage: ModulePreloadOptions = {
  polyfill: false,
  resolveDependencies: (_file, deps, { hostType }) =>
    hostType === 'html' ? deps : deps.filter((dep) => !ofFirstPage.test(dep)),
}
