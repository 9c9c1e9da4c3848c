import { box, form, pageOf, withoutBar } from './chart-pdfs.ts'
import type { ComparedFile } from './compared-pictures.ts'

interface Field {
  /** Entries of the field, and of its parent if there is one. */
  readonly field: string
  readonly parent?: string
  readonly form?: string
  /** The fields of the form; the widget by default. */
  readonly fields?: string
  readonly page?: string
}

/** A page with a field wide enough for an amount. */
function formPdf({ field, parent, form: settings = '/NeedAppearances true', fields, page = '' }: Field): Buffer {
  const rect = `/Rect[30 35 ${box.width - 60} 65]`
  const widget = `<</Type/Annot/Subtype/Widget${rect}/F 4${field}${parent ? '/Parent 8 0 R' : '/T(amount)'}>>`
  return pageOf({
    content: withoutBar,
    resources: '/Font<</F 5 0 R>>',
    page: `/Annots[6 0 R]${page}`,
    catalog: `/AcroForm<</Fields[${fields ?? (parent ? '8 0 R' : '6 0 R')}]/DR<</Font<</F 5 0 R>>>>/DA(/F 18 Tf 0 g)${settings}>>`,
    more: [
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      widget,
      form('BT /F 18 Tf 2 8 Td ($1.00) Tj ET', '', '/Font<</F 5 0 R>>').replace(/BBox\[[^\]]*\]/, 'BBox[0 0 90 30]'),
      `<</T(amount)/Kids[6 0 R]${parent ?? ''}>>`,
    ],
  })
}

const amount = '/V($8,250)/DA(/F 18 Tf 0 g)'

export const comparedForms: readonly ComparedFile[] = [
  { name: 'field-without-drawing.pdf', content: formPdf({ field: `/FT/Tx${amount}` }), shows: 'text', isInGate: true },
  { name: 'field-with-old-drawing.pdf', content: formPdf({ field: `/FT/Tx${amount}/AP<</N 7 0 R>>` }), shows: 'text' },
  {
    name: 'field-with-kept-drawing.pdf',
    content: formPdf({ field: `/FT/Tx${amount}/AP<</N 7 0 R>>`, form: '' }),
    shows: 'text',
  },
  {
    name: 'field-of-a-parent.pdf',
    content: formPdf({ field: '', parent: `/FT/Tx${amount}` }),
    shows: 'text',
    isInGate: true,
  },
  {
    name: 'field-with-type-of-its-parent.pdf',
    content: formPdf({ field: `/T(cents)${amount}`, parent: '/FT/Tx' }),
    shows: 'text',
  },
  {
    name: 'field-with-value-of-its-parent.pdf',
    content: formPdf({ field: '/T(cents)', parent: `/FT/Tx${amount}` }),
    shows: 'text',
  },
  {
    name: 'field-with-default.pdf',
    content: formPdf({ field: '/FT/Tx/DV($8,250)/DA(/F 18 Tf 0 g)' }),
    shows: 'text',
  },
  { name: 'field-outside-the-form.pdf', content: formPdf({ field: `/FT/Tx${amount}`, fields: '' }), shows: 'text' },
  { name: 'field-to-the-right.pdf', content: formPdf({ field: `/FT/Tx${amount}/Q 2` }), shows: 'text' },
  {
    name: 'field-of-lines.pdf',
    content: formPdf({ field: '/FT/Tx/Ff 4096/V($8\\r,25)/DA(/F 10 Tf 0 g)' }),
    shows: 'text',
  },
  { name: 'field-hidden.pdf', content: formPdf({ field: `/FT/Tx${amount}`.replace('/V', '/F 2/V') }), shows: 'text' },
  {
    name: 'field-of-choices.pdf',
    content: formPdf({ field: `/FT/Ch/Ff 131072/Opt[($1)($8,250)]${amount}` }),
    shows: 'text',
  },
  {
    name: 'field-on-a-turned-page.pdf',
    content: formPdf({ field: `/FT/Tx${amount}`, page: '/Rotate 90' }),
    shows: 'text',
  },
  {
    name: 'box-with-old-drawing.pdf',
    content: formPdf({ field: '/FT/Btn/V/Yes/AS/Yes/DA(/F 0 Tf 0 g)/AP<</N<</Yes 7 0 R>>>>' }),
    shows: 'text',
  },
  {
    name: 'box-without-drawing.pdf',
    content: formPdf({ field: '/FT/Btn/V/Yes/AS/Yes/DA(/F 0 Tf 0 g)' }),
    shows: 'text',
  },
]
