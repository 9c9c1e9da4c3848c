import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { chunks } from './chunks.ts'
import { compileAhead } from './compile-ahead.ts'
import { endpointRows } from './endpoint-rows.ts'
import { withoutFirstPage } from './first-page.ts'
import { pages } from './pages.ts'
import { pdfLibrary } from './pdf-library.ts'
import { precompress } from './precompress.ts'
import { serviceWorker } from './service-worker.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
const apiServer = process.env.API_SERVER ?? 'http://127.0.0.1:3000'

const sources: UserConfig = {
  root: import.meta.dirname,
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  build: {
    sourcemap: false,
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: withoutFirstPage,
    // Building schemas and their fields has no side effects, so the bundler drops unused schemas and fields.
    rolldownOptions: { treeshake: { manualPureFunctions: ['z', 'ofFields'] } },
  },
}
const plugins = () => [endpointRows(), react(), tailwindcss()]

export default defineConfig({
  ...sources,
  plugins: [
    ...plugins(),
    chunks({ ...sources, plugins: plugins() }),
    compileAhead(),
    pdfLibrary(),
    pages(),
    serviceWorker(),
    precompress(),
  ],
  server: { port: 5173, proxy: { '/api': apiServer } },
  build: { ...sources.build, outDir: 'dist', emptyOutDir: true, license: { fileName: 'LICENSES.md' } },
})
