const address = '/sw.js'

declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(address: string): string }
    }
  }
}

/**
 * The one policy that the page's security policy allows. It trusts one address, whatever it is given. It is made
 * before anything else runs: its name cannot be used again.
 */
const policy = window.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => address })

/**
 * Registers the worker that keeps the shell, once the page has loaded: the first load has the line to itself. Without
 * it, as in browsers that have none or over plain HTTP, only a reload without a server fails.
 */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    void navigator.serviceWorker
      .register(policy?.createScriptURL(address) ?? address, { updateViaCache: 'none' })
      .catch(() => undefined)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
