import { additionalLoad, firstLoad, laterLoad } from './scripts/bundle.mjs'

const { scripts, styles } = firstLoad()
const inDist = (/** @type {string[]} */ files) => files.map((file) => `web/dist/${file}`)

export default [
  { name: 'first load: scripts', path: inDist(scripts), gzip: true, limit: '130 kB' },
  { name: 'first load: styles', path: inDist(styles), gzip: true, limit: '20 kB' },
  {
    name: 'list of requests: scripts in addition',
    path: inDist(additionalLoad('check-requests')),
    gzip: true,
    limit: '40 kB',
  },
  {
    name: 'dashboard: scripts in addition',
    path: inDist(additionalLoad('dashboard')),
    gzip: true,
    limit: '40 kB',
  },
  {
    name: 'form of a new request: scripts in addition',
    path: inDist(additionalLoad('check-request-new')),
    gzip: true,
    limit: '167 kB',
  },
  {
    name: 'charts of the dashboard, loaded after it: scripts',
    path: inDist(laterLoad('dashboard', 'insights')),
    gzip: true,
    limit: '40 kB',
  },
  {
    name: 'viewer of documents, loaded when one is opened: scripts',
    path: inDist(laterLoad('check-request', 'document-viewer')),
    gzip: true,
    limit: '10 kB',
  },
  {
    name: 'pages of PDFs, loaded with the first: scripts and worker',
    path: inDist([...laterLoad('check-request', 'open-pdf'), 'assets/pdfjs-*/pdf.worker.min.mjs']),
    gzip: true,
    limit: '570 kB',
  },
]
