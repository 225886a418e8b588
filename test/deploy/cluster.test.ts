import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { commandEntries } from '../../src/cli/command-entries.ts';
import { knownSettings } from '../../src/cli/load-process-settings.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { composeComplaints } from './compose-complaints.ts';
import { deployFile, deployText } from './deploy-file.ts';

const settings = new Set(knownSettings().map(({ name }) => name));

const labels = z.record(z.string(), z.string());
const quantity = z.string().regex(/^\d+(?:m|[KMG]i?)?$/u);
const name = z.string().regex(/^[a-z][a-z-]*$/u);
const named = z.strictObject({ name });
const probe = z.union([
  z.strictObject({ exec: z.strictObject({ command: z.array(z.string()) }) }),
  z.strictObject({ httpGet: z.strictObject({ path: z.string().startsWith('/'), port: z.int() }) }),
]);
const resources = z.record(z.enum(['cpu', 'memory', 'storage']), quantity.optional()).optional();
const container = z.strictObject({
  name,
  image: z.string(),
  args: z.array(z.string()),
  envFrom: z.array(z.union([z.strictObject({ configMapRef: named }), z.strictObject({ secretRef: named })])).optional(),
  ports: z.array(z.strictObject({ containerPort: z.int() })).optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  resources: z.strictObject({ requests: resources, limits: resources }),
  securityContext: z
    .strictObject({
      allowPrivilegeEscalation: z.boolean(),
      readOnlyRootFilesystem: z.boolean(),
      runAsNonRoot: z.boolean(),
      runAsUser: z.int(),
      capabilities: z.strictObject({ drop: z.array(z.string()) }),
    })
    .optional(),
  volumeMounts: z.array(z.strictObject({ name, mountPath: z.string().startsWith('/') })),
});
const podTemplate = z.strictObject({
  metadata: z.strictObject({ labels }),
  spec: z.strictObject({
    terminationGracePeriodSeconds: z.int().optional(),
    containers: z.array(container).min(1),
    securityContext: z.strictObject({ fsGroup: z.int() }).optional(),
    volumes: z.array(z.strictObject({ name, emptyDir: z.strictObject({ sizeLimit: quantity.optional() }) })).optional(),
  }),
});
const workload = {
  selector: z.strictObject({ matchLabels: labels }),
  template: podTemplate,
  replicas: z.int().optional(),
};
const claim = z.strictObject({
  metadata: named,
  spec: z.strictObject({
    accessModes: z.array(z.enum(['ReadWriteOnce', 'ReadWriteMany'])),
    resources: z.strictObject({ requests: resources }),
  }),
});
const object = <Kind extends string, Shape extends z.ZodRawShape>(apiVersion: string, kind: Kind, more: Shape) =>
  z.strictObject({ apiVersion: z.literal(apiVersion), kind: z.literal(kind), metadata: named, ...more });

/**
 * The fields of Kubernetes and KEDA that the examples use (https://kubernetes.io/docs/reference/kubernetes-api,
 * https://keda.sh/docs/latest/reference). No schema of them is at hand without a network: a new field must be looked up and added.
 */
const objects = z.discriminatedUnion('kind', [
  object('v1', 'ConfigMap', { data: labels }),
  object('v1', 'Service', {
    spec: z.strictObject({
      selector: labels,
      ports: z.array(z.strictObject({ port: z.int(), targetPort: z.int().optional() })),
    }),
  }),
  object('apps/v1', 'Deployment', { spec: z.strictObject(workload) }),
  object('apps/v1', 'StatefulSet', {
    spec: z.strictObject({ ...workload, serviceName: name, volumeClaimTemplates: z.array(claim) }),
  }),
  object('keda.sh/v1alpha1', 'TriggerAuthentication', {
    spec: z.strictObject({
      secretTargetRef: z.array(z.strictObject({ parameter: z.string(), name, key: z.string() })),
    }),
  }),
  object('keda.sh/v1alpha1', 'ScaledObject', {
    spec: z.strictObject({
      scaleTargetRef: named,
      minReplicaCount: z.int(),
      maxReplicaCount: z.int(),
      cooldownPeriod: z.int(),
      triggers: z.array(
        z.strictObject({
          type: z.literal('metrics-api'),
          metadata: z.strictObject({
            url: z.url(),
            format: z.literal('prometheus'),
            valueLocation: z.string(),
            targetValue: z.string(),
            authMode: z.literal('bearer'),
          }),
          authenticationRef: named,
        }),
      ),
    }),
  }),
]);

function objectsOf(text: string) {
  return parseAllDocuments(text).map((document) => objects.parse(document.toJS()));
}

describe('deploy/cluster/compose.yaml', () => {
  it('follows the Compose specification', async () => {
    expect(composeComplaints(deployFile('cluster/compose.yaml'))).toEqual([]);
    const wrong = path.join(await temporaryFolder(), 'compose.yaml');
    await writeFile(wrong, (await deployText('cluster/compose.yaml')).replace('replicas: 2', 'replica: 2'));
    expect(composeComplaints(wrong)).not.toEqual([]);
  });

  it('starts a front and two workers with settings that the program has, Redis that keeps what it has, and a store', async () => {
    const { services } = parse(await deployText('cluster/compose.yaml'), { merge: true });
    expect(Object.keys(services)).toEqual(['bucket', 'front', 'kokoro', 'redis', 'store', 'worker']);
    const names = [services.front, services.worker].flatMap(({ environment }) => Object.keys(environment));
    expect(names.filter((one) => !settings.has(one))).toEqual([]);
    expect(services.worker).toMatchObject({ deploy: { replicas: 2 }, read_only: true, cap_drop: ['ALL'] });
    expect(commandEntries.map((entry) => entry.name)).toContain(services.worker.command[0]);
    expect(services.redis.command).toEqual(expect.arrayContaining(['--appendonly', 'yes', 'noeviction']));
  });
});

describe('deploy/cluster/kubernetes.yaml and keda.yaml', () => {
  it('have no fields but known ones in their places', async () => {
    const text = await deployText('cluster/kubernetes.yaml');
    expect(objectsOf(text).map(({ kind }) => kind)).toContain('Deployment');
    expect(objectsOf(await deployText('cluster/keda.yaml'))).toHaveLength(2);
    expect(() => objectsOf(text.replace('envFrom', 'envsFrom'))).toThrow('envsFrom');
  });

  it('name each other, and settings and metrics that the program has', async () => {
    const all = [
      ...objectsOf(await deployText('cluster/kubernetes.yaml')),
      ...objectsOf(await deployText('cluster/keda.yaml')),
    ];
    const pods = all.flatMap((one) => ('spec' in one && 'template' in one.spec ? [one.spec] : []));
    expect(pods.map(({ template }) => template.metadata.labels)).toEqual(
      pods.map(({ selector }) => selector.matchLabels),
    );
    const containers = pods.flatMap(({ template: { spec } }) => {
      const volumes = new Set(spec.volumes?.map((volume) => volume.name) ?? ['data']);
      return spec.containers.map((one) => ({
        ...one,
        isMounted: one.volumeMounts.every((mount) => volumes.has(mount.name)),
      }));
    });
    expect(containers.filter(({ isMounted }) => !isMounted)).toEqual([]);
    const commands = new Set(['redis-server', ...commandEntries.map((entry) => entry.name)]);
    expect(containers.filter(({ args }) => !commands.has(args[0] ?? ''))).toEqual([]);
    const labelled = pods.map(({ template }) => template.metadata.labels['app']);
    const services = all.flatMap((one) => (one.kind === 'Service' ? [one.spec.selector['app']] : []));
    expect(services.filter((app) => !labelled.includes(app))).toEqual([]);
    const keys = all.flatMap((one) => (one.kind === 'ConfigMap' ? Object.keys(one.data) : []));
    const secrets = all.flatMap((one) => (one.kind === 'TriggerAuthentication' ? one.spec.secretTargetRef : []));
    expect([...keys, ...secrets.map(({ key }) => key)].filter((key) => !settings.has(key))).toEqual([]);
    const scaled = all.flatMap((one) => (one.kind === 'ScaledObject' ? [one.spec] : []));
    expect(labelled).toContain(scaled[0]?.scaleTargetRef.name);
    expect(scaled[0]?.triggers.map(({ metadata }) => metadata.valueLocation)).toEqual([
      'audiobook_jobs{state="queued"}',
      'audiobook_jobs{state="running"}',
    ]);
  });
});
