declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(address: string): string },
      ): { createScriptURL(address: string): string }
    }
  }
}

const serviceWorkerAddress = '/sw.js'

const pdfWorker = /^\/assets\/pdfjs-[\d.]+\/pdf\.worker\.min\.mjs$/

/** The address, if it is of a worker that the build contains; throws a TypeError otherwise. */
export function checkedAddress(address: string): string {
  if (address === serviceWorkerAddress || pdfWorker.test(address)) return address
  throw new TypeError('The page trusts the addresses of its own workers only')
}

/**
 * The one policy that the page's security policy allows. It is made before anything else runs: its name cannot be used
 * again.
 */
const policy = window.trustedTypes?.createPolicy('workers', { createScriptURL: checkedAddress })

/** The address of a worker in the form that browsers with Trusted Types ask for. */
export function trustedWorker(address: string): string {
  return policy ? policy.createScriptURL(address) : checkedAddress(address)
}

/**
 * Registers the worker that keeps the shell, once the page has loaded: the first load has the line to itself. Without
 * it, as in browsers that have none or over plain HTTP, only a reload without a server fails.
 */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    void navigator.serviceWorker
      .register(trustedWorker(serviceWorkerAddress), { updateViaCache: 'none' })
      .catch(() => undefined)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
