import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const texts = /\.(m?js|css|html|svg)$/
const smallestCompressed = 1024

/** Writes a Brotli and a gzip copy next to every text file of the build, so that the server never compresses. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!texts.test(name)) continue
        const content = readFileSync(join(folder, name))
        if (content.length < smallestCompressed) continue
        const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params: hint }))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}
