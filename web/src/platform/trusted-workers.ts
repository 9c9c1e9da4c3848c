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

/** Returns the URL if it belongs to a worker in the build; throws a TypeError otherwise. */
export function checkedAddress(address: string): string {
  if (address === serviceWorkerAddress || pdfWorker.test(address)) return address
  throw new TypeError('Only the page’s own worker URLs are trusted')
}

/**
 * The only Trusted Types policy that the page's security policy allows. Created before anything else runs, because its
 * name can be used only once.
 */
const policy = window.trustedTypes?.createPolicy('workers', { createScriptURL: checkedAddress })

/** The URL of a worker in the form that browsers with Trusted Types require. */
export function trustedWorker(address: string): string {
  return policy ? policy.createScriptURL(address) : checkedAddress(address)
}

/**
 * Registers the service worker that caches the shell. Waits until the page has loaded, to avoid slowing down the first
 * load. Without a service worker, as over plain HTTP, everything works except reloading the page while the server is
 * unreachable.
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
