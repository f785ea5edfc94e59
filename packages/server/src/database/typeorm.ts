// The parts of TypeORM that we run. Its index loads all of it, several times over when an ES module asks: 0.2 s of every
// command and every server, so each part is taken from its own file. Types may come from 'typeorm' as ever.
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
export { DefaultNamingStrategy } from 'typeorm/naming-strategy/DefaultNamingStrategy.js';
