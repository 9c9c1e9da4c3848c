import {
  annotation,
  box,
  drawn,
  fileOf,
  form,
  objectsOf,
  pageOf,
  stream,
  turned,
  whole,
  withoutBar,
} from './chart-pdfs.ts'
import type { ComparedFile } from './compared-pictures.ts'

const { width, height } = box
const stamped = `${whole}\n${drawn('stamp')}`

/** A page with the bar in a visible layer and a stamp in a hidden one, according to the catalog. */
function layered(setting: string, layers: readonly [shown: string, hidden: string] = ['', '']): Buffer {
  return pageOf({
    content: `${withoutBar} /OC /A BDC ${drawn('bar')} EMC /OC /B BDC ${drawn('stamp')} EMC`,
    resources: '/Properties<</A 5 0 R/B 6 0 R>>',
    catalog: `/OCProperties<</OCGs[5 0 R 6 0 R]/D<<${setting}>>>>`,
    more: [`<</Type/OCG/Name(Bar)${layers[0]}>>`, `<</Type/OCG/Name(Stamp)${layers[1]}>>`],
  })
}

const usage = (view: string, print: string) => `/Usage<</View<</ViewState/${view}>>/Print<</PrintState/${print}>>>>`
const automatic =
  '/AS[<</Event/View/Category[/View]/OCGs[5 0 R 6 0 R]>><</Event/Print/Category[/Print]/OCGs[5 0 R 6 0 R]>>]'

const layers: readonly ComparedFile[] = [
  { name: 'layer-off.pdf', content: layered('/OFF[6 0 R]'), isInGate: true },
  { name: 'layers-off-but-one.pdf', content: layered('/BaseState/OFF/ON[5 0 R]') },
  { name: 'layer-on-and-off.pdf', content: layered('/BaseState/OFF/ON[5 0 R 6 0 R]/OFF[6 0 R]') },
  {
    name: 'layer-off-but-in-print.pdf',
    content: layered(automatic, [usage('ON', 'OFF'), usage('OFF', 'ON')]),
    isInGate: true,
  },
  {
    name: 'layers-of-members.pdf',
    content: pageOf({
      content: `${withoutBar} /OC /A BDC ${drawn('bar')} EMC /OC /B BDC ${drawn('stamp')} EMC`,
      resources: '/Properties<</A<</Type/OCMD/OCGs[5 0 R 6 0 R]/P/AnyOn>>/B<</Type/OCMD/VE[/And 5 0 R[/Not 5 0 R]]>>>>',
      catalog: '/OCProperties<</OCGs[5 0 R 6 0 R]/D<</OFF[6 0 R]>>>>',
      more: ['<</Type/OCG/Name(Bar)>>', '<</Type/OCG/Name(Stamp)>>'],
    }),
  },
  {
    name: 'layer-of-a-form.pdf',
    content: pageOf({
      content: `${whole} /X Do`,
      resources: '/XObject<</X 6 0 R>>',
      catalog: '/OCProperties<</OCGs[5 0 R]/D<</OFF[5 0 R]>>>>',
      more: ['<</Type/OCG/Name(Stamp)>>', form(drawn('stamp'), '/OC 5 0 R')],
    }),
  },
  {
    name: 'layer-of-an-annotation.pdf',
    content: pageOf({
      page: '/Annots[7 0 R]',
      catalog: '/OCProperties<</OCGs[5 0 R]/D<</OFF[5 0 R]>>>>',
      more: ['<</Type/OCG/Name(Stamp)>>', form(drawn('stamp')), annotation(6, '/F 4/OC 5 0 R')],
    }),
  },
  {
    name: 'members-without-layers.pdf',
    content: pageOf({
      content: `${withoutBar} /OC /A BDC ${drawn('bar')} EMC`,
      resources: '/Properties<</A<</Type/OCMD/OCGs[]>>>>',
    }),
  },
]

const frames: readonly ComparedFile[] = [
  ...([90, 180, 270] as const).map(
    (degrees): ComparedFile => ({
      name: `turned-${degrees}.pdf`,
      content: pageOf({
        content: turned(degrees),
        mediaBox: degrees === 180 ? `/MediaBox[0 0 ${width} ${height}]` : `/MediaBox[0 0 ${height} ${width}]`,
        page: `/Rotate ${degrees}`,
      }),
      ...(degrees === 90 && { isInGate: true }),
    }),
  ),
  { name: 'turned-back.pdf', content: pageOf({ content: turned(180), page: '/Rotate -180' }) },
  {
    name: 'cropped.pdf',
    content: pageOf({
      content: `0 g 0 0 400 400 re f q 1 0 0 1 50 70 cm ${whole} Q`,
      mediaBox: '/MediaBox[0 0 400 400]',
      page: `/CropBox[50 70 ${50 + width} ${70 + height}]`,
    }),
    isInGate: true,
  },
  {
    name: 'beside-the-origin.pdf',
    content: pageOf({
      content: `q 1 0 0 1 -100 30 cm ${whole} Q`,
      mediaBox: `/MediaBox[-100 30 ${width - 100} ${height + 30}]`,
    }),
  },
  { name: 'corners-swapped.pdf', content: pageOf({ mediaBox: `/MediaBox[${width} ${height} 0 0]` }) },
  {
    name: 'cropped-beyond.pdf',
    content: pageOf({ page: `/CropBox[-50 -50 ${width + 90} ${height + 90}]` }),
  },
  { name: 'larger-unit.pdf', content: pageOf({ page: '/UserUnit 2' }) },
  { name: 'other-boxes.pdf', content: pageOf({ page: '/TrimBox[20 20 90 90]/ArtBox[20 20 90 90]' }) },
  {
    name: 'inherited.pdf',
    content: fileOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[5 0 R]/Count 1/MediaBox[0 0 ${height} ${width}]/Resources<</XObject<</X 6 0 R>>>>>>`,
      '<</Type/Page/Parent 5 0 R/Contents 4 0 R>>',
      stream('', `${withoutBar.length > 0 ? turned(90, `${withoutBar} /X Do`) : ''}`),
      '<</Type/Pages/Parent 2 0 R/Kids[3 0 R]/Count 1/Rotate 90>>',
      form(drawn('bar')),
    ]),
    isInGate: true,
  },
]

const resources: readonly ComparedFile[] = [
  {
    name: 'resources-of-two.pdf',
    content: pageOf({
      content: `${withoutBar} /X Do`,
      resources: '/ProcSet[/PDF]',
      pages: '/Resources<</XObject<</X 5 0 R>>>>',
      more: [form(drawn('bar'))],
    }),
  },
]

const actions: readonly ComparedFile[] = [
  ...(
    [
      ['hidden', '/F 2'],
      ['not-viewed', '/F 36'],
    ] as const
  ).map(
    ([name, flags]): ComparedFile => ({
      name: `stamp-${name}.pdf`,
      content: pageOf({ page: '/Annots[6 0 R]', more: [form(drawn('stamp')), annotation(5, flags)] }),
      ...(name === 'not-viewed' && { isInGate: true }),
    }),
  ),
  ...(
    [
      ['printed', '/F 4'],
      ['not-printed', '/F 0'],
      ['turned-with-no-page', '/F 20'],
    ] as const
  ).map(
    ([name, flags]): ComparedFile => ({
      name: `bar-${name}.pdf`,
      content: pageOf({
        content: withoutBar,
        page: '/Annots[6 0 R]',
        more: [form(drawn('bar')), annotation(5, flags)],
      }),
    }),
  ),
  {
    name: 'states-of-a-box.pdf',
    content: pageOf({
      content: withoutBar,
      page: '/Annots[7 0 R]',
      catalog: '/AcroForm<</Fields[7 0 R]>>',
      more: [
        form(drawn('bar')),
        form(drawn('stamp')),
        `<</Type/Annot/Subtype/Widget/FT/Btn/T(paid)/F 4/Rect[0 0 ${width} ${height}]/V/Yes/AS/Yes/AP<</N<</Yes 5 0 R/Off 6 0 R>>>>>>`,
      ],
    }),
  },
]

const contents: readonly ComparedFile[] = [
  { name: 'plain.pdf', content: pageOf({}), isInGate: true },
  {
    name: 'nested-forms.pdf',
    content: pageOf({
      content: `${withoutBar} /X Do`,
      resources: '/XObject<</X 5 0 R>>',
      more: [form('/Y Do', '', '/XObject<</Y 6 0 R>>'), form(drawn('bar'))],
    }),
  },
  {
    name: 'mask.pdf',
    content: pageOf({
      content: `${whole} q /G gs ${drawn('stamp')} Q`,
      resources: '/ExtGState<</G<</SMask<</S/Luminosity/G 5 0 R>>>>>>',
      more: [form(`0 g 0 0 ${width} ${height} re f`, '/Group<</S/Transparency/CS/DeviceGray>>')],
    }),
  },
  {
    name: 'see-through.pdf',
    content: pageOf({
      content: `${whole} q /G gs ${drawn('stamp')} Q`,
      resources: '/ExtGState<</G<</ca 0>>>>',
    }),
  },
  {
    name: 'white-blend.pdf',
    content: pageOf({
      content: `${whole} q /G gs 1 g 0 0 ${width} ${height} re f Q`,
      resources: '/ExtGState<</G<</BM/Multiply>>>>',
    }),
  },
  {
    name: 'picture-in-line.pdf',
    content: pageOf({
      content: `${withoutBar} q 15 0 0 60 135 30 cm BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID 80> EI Q`,
    }),
  },
  {
    name: 'three-pages.pdf',
    content: fileOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R 5 0 R 3 0 R]/Count 3>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<<>>>>`,
      stream('', whole),
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents[6 0 R 7 0 R]/Resources<<>>>>`,
      stream('', withoutBar),
      stream('', drawn('bar')),
    ]),
    pages: 3,
    isInGate: true,
  },
]

/** A PDF whose page content was replaced later; `isNamed`: whether the cross-reference table names the new content. */
function revised(content: string, later: string, isNamed: boolean): Buffer {
  const first = pageOf({ content }).toString('latin1')
  const object = `4 0 obj\n${stream('', later)}\nendobj\n`
  const start = Number(/startxref\n(\d+)/.exec(first)?.[1])
  const table = `xref\n4 1\n${String(first.length).padStart(10, '0')} 00000 n \n`
  const rows = isNamed ? table : 'xref\n0 1\n0000000000 65535 f \n'
  const end = `${rows}trailer\n<</Size 5/Root 1 0 R/Prev ${start}>>\nstartxref\n${first.length + object.length}\n%%EOF\n`
  return Buffer.from(first + object + end, 'latin1')
}

const structures: readonly ComparedFile[] = [
  { name: 'revised.pdf', content: revised(stamped, whole, true), isInGate: true },
  {
    name: 'page-without-type.pdf',
    content: fileOf(
      objectsOf({})
        .map((object) => object.replace('Kids[3 0 R]/Count 1', 'Kids[3 0 R 5 0 R]/Count 2').replace(/$/, ''))
        .concat(`<</Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<<>>>>`),
    ),
    refused: 'The page list in this PDF is incorrect',
  },
  {
    name: 'counted-too-few.pdf',
    content: fileOf(
      objectsOf({})
        .map((object) => object.replace('Kids[3 0 R]/Count 1', 'Kids[3 0 R 5 0 R]/Count 1'))
        .concat(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<<>>>>`),
    ),
    refused: 'The page list in this PDF is incorrect',
  },
]

export const comparedPdfs: readonly ComparedFile[] = [
  ...layers,
  ...frames,
  ...resources,
  ...actions,
  ...contents,
  ...structures,
]
