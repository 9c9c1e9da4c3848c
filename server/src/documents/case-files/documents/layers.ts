import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  type PDFObjectCopier,
  PDFStream,
} from '@cantoo/pdf-lib'

const keys = {
  properties: PDFName.of('OCProperties'),
  all: PDFName.of('OCGs'),
  setting: PDFName.of('D'),
  base: PDFName.of('BaseState'),
  on: PDFName.of('ON'),
  off: PDFName.of('OFF'),
  usage: PDFName.of('Usage'),
  view: PDFName.of('View'),
  viewState: PDFName.of('ViewState'),
  type: PDFName.of('Type'),
  members: PDFName.of('OCMD'),
} as const

/**
 * Copies which layers a document shows. Otherwise, the case file would show all layers, including a stamp that the
 * document hides (D1). Leaves out print settings, because the case file shows what users approved on screen. `copier`
 * is the one that copied the pages, and maps each layer.
 */
export function copyLayers(into: PDFDocument, from: PDFDocument, copier: PDFObjectCopier): void {
  const { all, setting } = layersIn(from)
  if (all.length === 0) return
  const { all: ownLayers, off } = layersOf(into)
  for (const layer of all) {
    const copy = copier.copy(layer)
    ownLayers.push(copy)
    if (isHidden(from.context.lookup(layer)) || isOff(layer, setting)) off.push(copy)
    const group = into.context.lookup(copy)
    if (group instanceof PDFDict) group.delete(keys.usage)
  }
}

/**
 * Makes all layers visible in a document that declares none, as viewers do. Otherwise, declarations in other documents
 * of the case file would hide content that belongs to an unlisted layer.
 */
export function showUndeclared(from: PDFDocument): void {
  if (layersIn(from).all.length > 0) return
  for (const [, object] of from.context.enumerateIndirectObjects()) freeMembers(object)
}

function freeMembers(object: PDFObject): void {
  if (object instanceof PDFStream) freeMembers(object.dict)
  else if (object instanceof PDFArray) object.asArray().forEach(freeMembers)
  else if (object instanceof PDFDict) {
    if (object.lookup(keys.type) === keys.members) object.delete(keys.type)
    object.values().forEach(freeMembers)
  }
}

function layersIn({ catalog }: PDFDocument) {
  const properties = catalog.lookup(keys.properties)
  const setting = properties instanceof PDFDict ? properties.lookup(keys.setting) : undefined
  return { all: listIn(properties, keys.all), setting }
}

function isHidden(layer: PDFObject | undefined): boolean {
  const usage = layer instanceof PDFDict ? layer.lookup(keys.usage) : undefined
  const view = usage instanceof PDFDict ? usage.lookup(keys.view) : undefined
  return view instanceof PDFDict && view.lookup(keys.viewState) === keys.off
}

// A layer listed as both on and off is off.
function isOff(layer: PDFObject, setting: PDFObject | undefined): boolean {
  if (listIn(setting, keys.off).includes(layer)) return true
  const base = setting instanceof PDFDict ? setting.lookup(keys.base) : undefined
  return base === keys.off && !listIn(setting, keys.on).includes(layer)
}

/** The layer settings of the case file, to which the documents' layer settings are added. */
function layersOf({ catalog, context }: PDFDocument) {
  if (!catalog.has(keys.properties)) catalog.set(keys.properties, context.obj({ OCGs: [], D: { OFF: [], Order: [] } }))
  const properties = catalog.lookup(keys.properties, PDFDict)
  const setting = properties.lookup(keys.setting, PDFDict)
  return { all: properties.lookup(keys.all, PDFArray), off: setting.lookup(keys.off, PDFArray) }
}

function listIn(dict: PDFObject | undefined, key: PDFName): readonly PDFObject[] {
  const list = dict instanceof PDFDict ? dict.lookup(key) : undefined
  return list instanceof PDFArray ? list.asArray() : []
}
