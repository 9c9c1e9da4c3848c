import type { DatabaseKind } from '../../server/src/testing/databases.ts'
import { serve, type TestAppOptions } from '../../server/src/testing/start-app.ts'
import { idsOf, type World, worldOf } from '../../server/src/testing/world.ts'

/** Opens the test organization. `where` is SQLite's data folder or PostgreSQL's URL. */
export async function openWorld(
  kind: DatabaseKind,
  config: NonNullable<TestAppOptions['config']> = {},
): Promise<World & { readonly where: string }> {
  const place = await kind.create('world')
  const database = await place.open()
  const world = worldOf(await serve(database, { config }), database, await idsOf(database))
  const close = async () => {
    await world.close()
    await place.drop()
  }
  return { ...world, where: place.where, close }
}
