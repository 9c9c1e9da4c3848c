const listFormat = new Intl.ListFormat('en-US')

/** Why this person cannot publish a draft: whoever edited it needs a second person, unless separation of duties is lifted. */
export function refusalToPublish(
  userId: number,
  editors: readonly { readonly id: number; readonly name: string }[],
  separationOfDuties: boolean,
): string | undefined {
  if (!separationOfDuties || !editors.some(({ id }) => id === userId)) return undefined
  const names = listFormat.format(editors.map(({ name }) => name))
  return `${names} edited this policy, so another admin has to publish it (separation of duties).`
}
