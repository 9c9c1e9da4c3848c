import type { Plugin } from 'vite'

const usedAtOnce = /^(index|core|request)$/

/**
 * Asks the browser to compile files completely in another thread while they arrive, if most of their functions are
 * called at once. Otherwise the browser compiles each function when it is first called, which holds up the page. Only
 * Chromium understands this.
 */
export function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && usedAtOnce.test(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  }
}
