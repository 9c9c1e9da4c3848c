import { markHidden } from '../../values/hidden-characters.ts'

/** An email without addresses. */
export interface MailPart {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Link {
  readonly label: string
  readonly address: string
}

/** The content of an email, from which the text and HTML parts are created. */
interface Content {
  readonly subject: string
  readonly headline: string
  readonly items: readonly {
    readonly title?: Link
    readonly facts: readonly (readonly [label: string, value: string])[]
    readonly text: string | null
    /** A picture that is attached to the email with this content id, and the words for those who can't see it. */
    readonly picture?: { readonly cid: string; readonly words: string } | undefined
  }[]
  readonly button: Link
  /** The footers set by the dealer groups' admins; a summary about several groups has more than one. */
  readonly groupTexts: readonly string[]
  readonly footer: { readonly text: string; readonly link: Link }
}

/** Renders an email as plain text and as equivalent HTML. Escapes all texts. */
export function mailPart(content: Content): MailPart {
  return { subject: content.subject, text: plain(content), html: html(content) }
}

function plain({ headline, items, button, groupTexts, footer }: Content): string {
  const blocks = items.map(({ title, facts, text }) =>
    [
      ...(title ? [title.label] : []),
      ...facts.map(([label, value]) => `${label}: ${value}`),
      ...(text ? [markHidden(text)] : []),
      ...(title ? [title.address] : []),
    ].join('\n'),
  )
  const end = `${footer.text}\n${footer.link.label}: ${footer.link.address}`
  const last = [`${button.label}: ${button.address}`, ...groupTexts.map(markHidden), `-- \n${end}`]
  const paragraphs = [headline, ...blocks, ...last].filter(Boolean)
  return `${paragraphs.join('\n\n')}\n`
}

// Email programs support few style rules. Those that ignore styles in the head show the light colors. The only image is
// attached, so that opening an email tells no server.
const styles = `
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    body { margin: 0; padding: 24px 12px; background: #f3f4f6; color: #111827;
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
    .card { max-width: 560px; margin: 0 auto; padding: 24px; background: #ffffff; border: 1px solid #d1d5db;
      border-radius: 8px; }
    h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.35; overflow-wrap: anywhere; }
    h2 { margin: 20px 0 4px; padding-top: 16px; border-top: 1px solid #d1d5db; font-size: 16px;
      overflow-wrap: anywhere; }
    h2 a, .end a { color: #1d4ed8; }
    table { border-collapse: collapse; }
    th { padding: 2px 16px 2px 0; color: #4b5563; font-weight: 400; text-align: left; vertical-align: top;
      white-space: nowrap; }
    td { padding: 2px 0; font-weight: 600; vertical-align: top; overflow-wrap: anywhere; }
    .note { margin: 12px 0; padding: 8px 12px; border-left: 3px solid #9ca3af; white-space: pre-wrap;
      overflow-wrap: anywhere; }
    .page { display: block; width: 100%; max-width: 510px; height: auto; margin: 16px 0 4px; background: #ffffff;
      border: 1px solid #d1d5db; }
    .button { display: inline-block; margin: 20px 0 4px; padding: 12px 20px; background: #1d4ed8; color: #ffffff;
      border-radius: 6px; font-weight: 600; text-decoration: none; }
    .office { margin: 20px 0 0; padding-top: 16px; border-top: 1px solid #d1d5db; white-space: pre-wrap;
      overflow-wrap: anywhere; }
    .end { max-width: 560px; margin: 16px auto 0; color: #4b5563; font-size: 13px; }
    @media (prefers-color-scheme: dark) {
      body { background: #0b0f17; color: #f3f4f6; }
      .card { background: #151b26; border-color: #374151; }
      h2, .office { border-color: #374151; }
      h2 a, .end a { color: #93c5fd; }
      th, .end { color: #a3aab6; }
      .note { border-color: #6b7280; }
      .button { background: #93c5fd; color: #0b0f17; }
    }
`

function html({ subject, headline, items, button, groupTexts, footer }: Content): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${styles}</style>
</head>
<body>
<div class="card">
<h1>${escaped(headline)}</h1>
${items.map(itemHtml).join('')}<a class="button" href="${escaped(button.address)}">${escaped(button.label)}</a>
${groupTexts.map((text) => `<p class="office">${escaped(markHidden(text))}</p>\n`).join('')}</div>
<p class="end">${escaped(footer.text)}<br><a href="${escaped(footer.link.address)}">${escaped(footer.link.label)}</a></p>
</body>
</html>
`
}

function itemHtml({ title, facts, text, picture }: Content['items'][number]): string {
  const rows = facts.map(
    ([label, value]) => `<tr><th scope="row">${escaped(label)}</th><td>${escaped(value)}</td></tr>`,
  )
  return [
    title ? `<h2><a href="${escaped(title.address)}">${escaped(title.label)}</a></h2>\n` : '',
    rows.length > 0 ? `<table>\n${rows.join('\n')}\n</table>\n` : '',
    text ? `<p class="note">${escaped(markHidden(text))}</p>\n` : '',
    picture ? `<img class="page" src="cid:${picture.cid}" alt="${escaped(picture.words)}" width="510">\n` : '',
  ].join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
