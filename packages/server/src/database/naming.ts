import { columnName } from './columns.js';
import { DefaultNamingStrategy } from './typeorm.js';

/** TypeORM's names, with columns in snake_case. */
export class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(property: string, customName: string | undefined): string {
    return customName ?? columnName(property);
  }
}
