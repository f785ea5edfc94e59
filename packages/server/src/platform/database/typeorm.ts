// The parts of TypeORM that the server uses. TypeORM's index loads all of it, several times over when an ES module
// imports it: 0.2 s for every command and every server, so each part is imported from its own file. Types may still come
// from 'typeorm'.
import { DefaultNamingStrategy } from 'typeorm/naming-strategy/DefaultNamingStrategy.js';
import { columnName } from './columns.js';

export { DataSource } from 'typeorm/data-source/DataSource.js';
export { EntityManager } from 'typeorm/entity-manager/EntityManager.js';
export { EntitySchema } from 'typeorm/entity-schema/EntitySchema.js';
export { Between } from 'typeorm/find-options/operator/Between.js';
export { In } from 'typeorm/find-options/operator/In.js';
export { Like } from 'typeorm/find-options/operator/Like.js';
export { IsNull } from 'typeorm/find-options/operator/IsNull.js';
export { LessThan } from 'typeorm/find-options/operator/LessThan.js';
export { LessThanOrEqual } from 'typeorm/find-options/operator/LessThanOrEqual.js';
export { MoreThan } from 'typeorm/find-options/operator/MoreThan.js';
export { Not } from 'typeorm/find-options/operator/Not.js';

/** TypeORM's names, with columns in snake_case. */
export class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(property: string, customName: string | undefined): string {
    return customName ?? columnName(property);
  }
}
