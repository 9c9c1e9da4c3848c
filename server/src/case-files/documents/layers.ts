import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, type PDFObjectCopier } from '@cantoo/pdf-lib'

const keys = {
  properties: PDFName.of('OCProperties'),
  all: PDFName.of('OCGs'),
  setting: PDFName.of('D'),
  base: PDFName.of('BaseState'),
  on: PDFName.of('ON'),
  off: PDFName.of('OFF'),
  usages: PDFName.of('AS'),
} as const

/**
 * Takes over which layers a document shows. Without that, whoever opens the file sees them all: a stamp, too, that the
 * document hides (D1). `copier`: that of the pages, which knows what has become of each layer.
 */
export function copyLayers(into: PDFDocument, from: PDFDocument, copier: PDFObjectCopier): void {
  const properties = from.catalog.lookup(keys.properties)
  if (!(properties instanceof PDFDict)) return
  const setting = properties.lookup(keys.setting)
  const all = listIn(properties, keys.all)
  const { all: ownLayers, off, usages } = layersOf(into)
  for (const layer of all) ownLayers.push(copier.copy(layer))
  for (const layer of hiddenIn(setting, all)) off.push(copier.copy(layer))
  for (const usage of listIn(setting, keys.usages)) usages.push(copier.copy(usage))
}

function hiddenIn(setting: PDFObject | undefined, all: readonly PDFObject[]): readonly PDFObject[] {
  const base = setting instanceof PDFDict ? setting.lookup(keys.base) : undefined
  if (base !== keys.off) return listIn(setting, keys.off)
  const on = listIn(setting, keys.on)
  return all.filter((layer) => !on.includes(layer))
}

/** What the file says of its layers, to which those of its documents are added. */
function layersOf({ catalog, context }: PDFDocument) {
  if (!catalog.has(keys.properties))
    catalog.set(keys.properties, context.obj({ OCGs: [], D: { OFF: [], AS: [], Order: [] } }))
  const properties = catalog.lookup(keys.properties, PDFDict)
  const setting = properties.lookup(keys.setting, PDFDict)
  return {
    all: properties.lookup(keys.all, PDFArray),
    off: setting.lookup(keys.off, PDFArray),
    usages: setting.lookup(keys.usages, PDFArray),
  }
}

function listIn(dict: PDFObject | undefined, key: PDFName): readonly PDFObject[] {
  const list = dict instanceof PDFDict ? dict.lookup(key) : undefined
  return list instanceof PDFArray ? list.asArray() : []
}
