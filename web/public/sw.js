// Keeps the shell of the app, so that a reload shows the page while the server is gone. Everything kept is the same
// for everybody: files of the build, nothing of the API, nothing of a person.

/** What the build wrote: the hash of its page, which names this shell, and the files that the page begins with. */
const build = { page: '', files: [''] }

const cacheName = `shell-${build.page}`
const pageAddress = '/index.html'
/** Files that keep their names from build to build. */
const named = ['/early.js']
/** What a proxy answers for a server that is gone. */
const goneStatuses = [502, 503, 504]
const otherPages = /^\/(api|docs|healthz|readyz|metrics)(\/|$)/

addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => skipWaiting()))
})

addEventListener('activate', (event) => {
  event.waitUntil(removeOtherShells().then(() => clients.claim()))
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || otherPages.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(readAsset(request))
  else if (named.includes(pathname)) event.respondWith(readNamed(request))
})

/** All or nothing. A server that meanwhile serves another build has another worker for it. */
async function keepShell() {
  const page = await fetch(pageAddress, { cache: 'no-store' })
  if (!page.ok || (await hashOf(await page.clone().arrayBuffer())) !== build.page)
    throw new Error('The server has another build now')
  const shell = await caches.open(cacheName)
  await shell.addAll([...build.files, ...named.map((path) => new Request(path, { cache: 'no-cache' }))])
  await shell.put(pageAddress, page)
}

async function removeOtherShells() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
}

/** The server's page, so that a new build is used at once; the kept one only while there is no server. */
async function openPage(request) {
  try {
    const response = await fetch(request)
    if (!goneStatuses.includes(response.status)) return response
    return (await kept(pageAddress)) ?? response
  } catch (error) {
    const page = await kept(pageAddress)
    if (page) return page
    throw error
  }
}

/** The name of an asset contains a hash of its content: what is kept under it never changes. */
async function readAsset(request) {
  const asset = await kept(request)
  if (asset) return asset
  const response = await fetch(request)
  if (response.ok) {
    const shell = await caches.open(cacheName)
    await shell.put(request, response.clone())
  }
  return response
}

async function readNamed(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const file = await kept(request)
    if (file) return file
    throw error
  }
}

/** Only from the shell of this worker's own build. The variants that a response may vary by are encodings. */
async function kept(request) {
  const shell = await caches.open(cacheName)
  return shell.match(request, { ignoreVary: true })
}

/** SHA-256 as hexadecimal digits. */
async function hashOf(bytes) {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
