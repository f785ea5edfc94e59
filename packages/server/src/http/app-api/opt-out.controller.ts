import { Body, Controller, Headers, HttpCode, Inject, Ip, Post } from '@nestjs/common';
import { isoTime } from '../../clock.js';
import { PersonRequests, type RequestForm } from '../../requests/index.js';

/** The public page /opt-out (app.yaml, People). */
@Controller('opt-out/api')
export class OptOutController {
  constructor(@Inject(PersonRequests) private readonly requests: PersonRequests) {}

  @Post('requests')
  @HttpCode(202)
  submit(
    @Body() form: RequestForm,
    @Headers('idempotency-key') idempotencyKey: string,
    @Ip() ipAddress: string,
  ): Promise<{ reference: string; confirmBy: 'email' | 'letter' }> {
    return this.requests.submit(form, idempotencyKey, ipAddress);
  }

  @Post('confirmations')
  @HttpCode(200)
  async confirm(
    @Body() { proof }: { proof: string },
    @Ip() ipAddress: string,
  ): Promise<{ reference: string; dueAt: string }> {
    const { reference, dueAt } = await this.requests.confirm(proof, ipAddress);
    return { reference, dueAt: isoTime(dueAt) };
  }
}
