import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../processes.mjs'
import { packContents, timeOfSources } from './archives.mjs'

const source = join(root, 'deploy/debian')
const home = 'usr/lib/check-requests'
const documents = 'usr/share/doc/check-requests'

/** The sources of the package's files besides the program, and whether they are executable. */
const files = {
  'deploy/debian/check-requests.service': ['usr/lib/systemd/system/check-requests.service'],
  'deploy/debian/sysusers.conf': ['usr/lib/sysusers.d/check-requests.conf'],
  'deploy/debian/environment': ['etc/check-requests/environment'],
  'deploy/debian/command': ['usr/bin/check-requests', 0o755],
  'deploy/debian/defaults': [`${home}/defaults`],
  'deploy/debian/alive.mjs': [`${home}/alive.mjs`],
  'deploy/debian/copyright': [`${documents}/copyright`],
  'deploy/proxies/Caddyfile': [`${documents}/examples/Caddyfile`],
  'deploy/proxies/nginx.conf': [`${documents}/examples/nginx.conf`],
  'docs/install.md': [`${documents}/install.md`],
  'docs/operations.md': [`${documents}/operations.md`],
  'CHANGELOG.md': [`${documents}/CHANGELOG.md`],
}
const scripts = ['postinst', 'prerm', 'postrm']

/** @typedef {{ program: string, version: string, architecture: string, folder: string }} DebianPackage */

/**
 * Creates a Debian package of a program: the same bytes from the same sources, without Debian's own tools.
 * @param {DebianPackage} wanted `program`: the folder of the program; `folder`: where the package will be
 * @returns {Promise<string>} the file
 */
export async function packForDebian({ program, version, architecture, folder }) {
  // Debian sorts a version with a tilde before the version without that suffix: 1.0.0~rc.1 comes before 1.0.0.
  const debianVersion = version.replace('-', '~')
  const file = join(folder, `check-requests_${debianVersion}_${architecture}.deb`)
  const work = `${file}.parts`
  const [data, control] = [join(work, 'data'), join(work, 'control')]
  mkdirSync(control, { recursive: true })
  cpSync(program, join(data, home, 'program'), { recursive: true })
  for (const [from, [to, mode]] of Object.entries(files)) place(join(root, from), join(data, String(to)), Number(mode))
  for (const name of scripts) place(join(source, name), join(control, name), 0o755)
  writeFileSync(join(control, 'conffiles'), '/etc/check-requests/environment\n')
  writeFileSync(join(control, 'control'), describe(debianVersion, architecture, sizeOf(data)))
  writeFileSync(join(control, 'md5sums'), md5sumsOf(data))
  const parts = [
    await packContents(control, join(work, 'control.tar.gz')),
    await packContents(data, join(work, 'data.tar.gz')),
  ]
  writeFileSync(file, archive(parts, await timeOfSources()))
  rmSync(work, { recursive: true })
  return file
}

/** @param {string} from @param {string} to @param {number} mode */
function place(from, to, mode) {
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, readFileSync(from))
  chmodSync(to, mode || 0o644)
}

/** @param {string} version @param {string} architecture @param {number} size in bytes */
function describe(version, architecture, size) {
  const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return `Package: check-requests
Version: ${version}
Architecture: ${architecture}
Maintainer: The authors of check-requests <root@localhost>
Installed-Size: ${Math.ceil(size / 1024)}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 6), systemd (>= 246)
Suggests: caddy | nginx, openssh-client, postgresql-client
Section: web
Priority: optional
Description: ${description}
 A server for browsers, with its own Node.js. It keeps its data in SQLite or PostgreSQL.
`
}

/** @param {string} folder */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

/** @param {string} folder */
const sizeOf = (folder) => filesOf(folder).reduce((sum, file) => sum + statSync(file).size, 0)

/** The checksums for dpkg --verify. @param {string} data */
function md5sumsOf(data) {
  const lines = filesOf(data)
    .filter((file) => !file.startsWith(join(data, 'etc')))
    .map((file) => `${createHash('md5').update(readFileSync(file)).digest('hex')}  ${relative(data, file)}\n`)
  return lines.join('')
}

/** The archive of ar(5) that a Debian package is. @param {string[]} parts @param {string} time */
function archive(parts, time) {
  const members = parts.map((part) => member(relative(dirname(part), part), readFileSync(part), time))
  return Buffer.concat([Buffer.from('!<arch>\n'), member('debian-binary', Buffer.from('2.0\n'), time), ...members])
}

/** @param {string} name @param {Buffer} content @param {string} time */
function member(name, content, time) {
  const head = [name.padEnd(16), time.padEnd(12), '0'.padEnd(6), '0'.padEnd(6), '100644'.padEnd(8)].join('')
  const end = content.length % 2 === 1 ? '\n' : ''
  return Buffer.concat([Buffer.from(`${head}${String(content.length).padEnd(10)}\`\n`), content, Buffer.from(end)])
}
