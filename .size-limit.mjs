import { additionalLoad, atMost, expectNoScriptBelow, firstLoad, laterLoad } from './scripts/bundle.mjs'

const { scripts, styles } = firstLoad()
expectNoScriptBelow(20_000)

const inDist = (/** @type {string[]} */ files) => files.map((file) => `web/dist/${file}`)

export default [
  { name: 'first load: scripts', path: inDist(atMost(2, scripts)), gzip: true, limit: '128.5 kB' },
  { name: 'first load: styles', path: inDist(atMost(1, styles)), gzip: true, limit: '20 kB' },
  {
    name: 'list of requests: scripts in addition',
    path: inDist(atMost(1, additionalLoad('check-requests'))),
    gzip: true,
    limit: '55.5 kB',
  },
  {
    name: 'request: scripts in addition',
    path: inDist(atMost(2, additionalLoad('check-request'))),
    gzip: true,
    limit: '130.1 kB',
  },
  {
    name: 'dashboard: scripts in addition',
    path: inDist(atMost(1, additionalLoad('dashboard'))),
    gzip: true,
    limit: '55.5 kB',
  },
  {
    name: 'form of a new request: scripts in addition',
    path: inDist(atMost(4, additionalLoad('check-request-new'))),
    gzip: true,
    limit: '201.1 kB',
  },
  {
    // Its file also has the screens of auditors and of the journal, and needs the forms that they share with others.
    name: 'approval policy: scripts in addition',
    path: inDist(atMost(6, additionalLoad('admin/admin-approvals'))),
    gzip: true,
    limit: '234.2 kB',
  },
  {
    name: 'charts: scripts in addition',
    path: inDist(atMost(2, additionalLoad('reports'))),
    gzip: true,
    limit: '80.2 kB',
  },
  {
    // The palette has already loaded 60 kB of it if the screen has been open for three seconds.
    name: 'viewer of documents, loaded when one is opened: scripts',
    path: inDist(laterLoad('check-request', 'documents/attachments/viewer/document-viewer.tsx')),
    gzip: true,
    limit: '78 kB',
  },
  {
    name: 'pages of PDFs, loaded with the first: scripts and worker',
    path: inDist([
      ...laterLoad('check-request', 'documents/attachments/viewer/open-pdf.ts'),
      'assets/pdfjs-*/pdf.worker.min.mjs',
    ]),
    gzip: true,
    limit: '570 kB',
  },
]
