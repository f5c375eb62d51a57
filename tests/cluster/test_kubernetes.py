"""The Kubernetes manifests: valid by a schema of the fields of their kinds, and consistent with the script's flags."""

import pathlib

import pytest

yaml = pytest.importorskip("yaml")
jsonschema = pytest.importorskip("jsonschema")
FILE = pathlib.Path(__file__).parents[2] / "examples" / "kubernetes" / "training.yaml"

_NAME = {"type": "string", "pattern": "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "maxLength": 63}
_STRINGS = {"type": "object", "additionalProperties": {"type": "string"}}
_PORT = {"type": "integer", "minimum": 1, "maximum": 65535}


def _object(required=(), **properties):
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _list(items):
    return {"type": "array", "items": items, "minItems": 1}


_METADATA = _object(["name"], name=_NAME, labels=_STRINGS)
_CONTAINER = _object(
    ["name", "image"],
    name=_NAME,
    image={"type": "string"},
    command=_list({"type": "string"}),
    args=_list({"type": "string"}),
    ports=_list(_object(["containerPort"], containerPort=_PORT, name=_NAME)),
    volumeMounts=_list(_object(["name", "mountPath"], name=_NAME, mountPath={"type": "string", "pattern": "^/"})),
)
_VOLUME = _object(
    ["name"],
    name=_NAME,
    configMap=_object(["name"], name=_NAME),
    persistentVolumeClaim=_object(["claimName"], claimName=_NAME),
)
_POD = _object(
    ["containers", "restartPolicy"],
    subdomain=_NAME,
    restartPolicy={"enum": ["OnFailure", "Never"]},  # what a Job allows
    containers=_list(_CONTAINER),
    volumes=_list(_VOLUME),
)
_SPECS = {
    ("v1", "Service"): _object(
        ["selector", "ports"],
        clusterIP={"type": "string"},
        publishNotReadyAddresses={"type": "boolean"},
        selector=_STRINGS,
        ports=_list(_object(["port"], name=_NAME, port=_PORT)),
    ),
    ("batch/v1", "Job"): _object(
        ["template"],
        completions={"type": "integer", "minimum": 1},
        parallelism={"type": "integer", "minimum": 1},
        completionMode={"enum": ["Indexed", "NonIndexed"]},
        backoffLimit={"type": "integer", "minimum": 0},
        template=_object(["spec"], metadata=_object(labels=_STRINGS), spec=_POD),
    ),
    ("v1", "PersistentVolumeClaim"): _object(
        ["accessModes", "resources"],
        accessModes=_list({"enum": ["ReadWriteOnce", "ReadWriteMany", "ReadOnlyMany"]}),
        resources=_object(["requests"], requests=_STRINGS),
    ),
}


def _documents():
    return list(yaml.safe_load_all(FILE.read_text()))


def test_manifests_fit_their_schema():
    for document in _documents():
        spec = _SPECS[document["apiVersion"], document["kind"]]
        text = {"type": "string"}
        jsonschema.validate(document, _object(["spec"], apiVersion=text, kind=text, metadata=_METADATA, spec=spec))


def test_the_schema_refuses_what_kubernetes_would():
    job = next(d for d in _documents() if d["kind"] == "Job")
    job["spec"]["template"]["spec"]["restartPolicy"] = "Always"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(job["spec"], _SPECS["batch/v1", "Job"])


def test_the_flags_name_the_pods():
    documents = _documents()
    service = next(d for d in documents if d["kind"] == "Service")
    jobs = {d["metadata"]["name"]: d["spec"] for d in documents if d["kind"] == "Job"}
    host = service["metadata"]["name"]
    port = service["spec"]["ports"][0]["port"]
    claims = {d["metadata"]["name"] for d in documents if d["kind"] == "PersistentVolumeClaim"}
    expected = {
        f"--{job}_hosts": ",".join(f"{job}-{i}.{host}:{port}" for i in range(spec["completions"]))
        for job, spec in jobs.items()
    }
    for job, spec in jobs.items():
        pod = spec["template"]["spec"]
        assert spec["completionMode"] == "Indexed" and pod["subdomain"] == host
        assert service["spec"]["selector"].items() <= spec["template"]["metadata"]["labels"].items()
        flags = dict(a.split("=", 1) for a in pod["containers"][0]["args"])
        assert flags["--job_name"] == job and flags["--task_index"] == "$(JOB_COMPLETION_INDEX)"
        assert {k: flags[k] for k in expected} == expected
        assert pod["containers"][0]["ports"] == [{"containerPort": port}]
        assert {
            v["persistentVolumeClaim"]["claimName"] for v in pod["volumes"] if "persistentVolumeClaim" in v
        } <= claims
