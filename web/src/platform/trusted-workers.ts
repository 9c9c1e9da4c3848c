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

/** The URL if it is of a worker in the build; throws a TypeError otherwise. */
export function checkedAddress(address: string): string {
  if (address === serviceWorkerAddress || pdfWorker.test(address)) return address
  throw new TypeError('Only the page’s own worker URLs are trusted')
}

/**
 * The only policy allowed by the page's security policy. Created before anything else runs, because its name can be
 * used only once.
 */
const policy = window.trustedTypes?.createPolicy('workers', { createScriptURL: checkedAddress })

/** The URL of a worker in the form required by browsers with Trusted Types. */
export function trustedWorker(address: string): string {
  return policy ? policy.createScriptURL(address) : checkedAddress(address)
}

/**
 * Registers the service worker that caches the shell, once the page has loaded, so that it doesn't compete with the
 * first load. Without it, as in browsers without support or over plain HTTP, only a reload without a server fails.
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
