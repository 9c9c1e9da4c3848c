import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { endpointRows } from './endpoint-rows.ts'
import { withoutFirstPage } from './first-page.ts'
import { pdfLibrary } from './pdf-library.ts'
import { precompress } from './precompress.ts'
import { serviceWorker } from './service-worker.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
const apiServer = process.env.API_SERVER ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [endpointRows(), react(), tailwindcss(), pdfLibrary(), serviceWorker(), precompress()],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  server: { port: 5173, proxy: { '/api': apiServer } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    license: { fileName: 'LICENSES.md' },
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: withoutFirstPage,
    // Building a schema has no side effects, so schemas that a page does not use are dropped from its bundle.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'zod', test: /node_modules[\\/]zod/ },
            // Lists need both; two files would cost more than they hold.
            // Icons of lists and forms, each smaller than what a file of its own costs.
            {
              name: 'icons',
              test: /lucide-react.+[\\/](download|printer|list-filter|undo-2|trash|cloud-off|arrow-up|arrow-down|hand-coins|eye|x|check|search|chevron-down|calendar-days)\.m?js$/,
            },
            // Lists of requests, and of checks to print and to sign.
            {
              name: 'selection',
              test: /web[\\/]src[\\/]ui[\\/](use-selection|select-boxes|checkbox)\.tsx?$/,
            },
            { name: 'values', test: /domain[\\/]src[\\/]values[\\/](money|calendar-date)/ },
          ],
        },
      },
    },
  },
})
