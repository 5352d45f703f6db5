import asyncio, sys, pathlib, tempfile, time, collections, glob
from rig import *
async def main():
    folder=pathlib.Path(tempfile.mkdtemp(prefix="fleet-")); programs=pathlib.Path(sys.argv[1]); n=int(sys.argv[2]); secs=int(sys.argv[3]); nserv=int(sys.argv[4])
    print(folder)
    files=sorted(glob.glob("/work/shared/data/routes/*/car*/answer.valhalla.json")+glob.glob("/tmp/words-routes/porto/valhalla-car-*.json"))[:12]
    ref=Bus(folder,programs,"reference"); 
    wait_until(lambda: (folder/"reference/run/requests").exists(),20,"bus")
    t=time.time(); routes=routes_of(folder,programs,ref,files); print(len(routes),"routes",time.time()-t)
    vehicles=[Vehicle(f"vehicle-{i:04d}",routes[i%len(routes)],secs,i) for i in range(n)]
    t=time.time(); want=reference(ref,vehicles); print("reference",sum(len(o.events) for o in want.values()),"events",time.time()-t); ref.end()
    vehicles=[Vehicle(f"vehicle-{i:04d}",routes[i%len(routes)],secs,i) for i in range(n)]
    cl=Cluster(folder,nserv); rep=3 if nserv>=3 else 1
    gw=Bus(folder,programs,"gateway","gateway",cl.urls,rep)
    ws=[Bus(folder,programs,f"worker-{i}","worker",cl.urls,rep) for i in range(2)]
    nc=await nats.connect(cl.urls,max_reconnect_attempts=-1); got=collections.defaultdict(Observed)
    async def on(m): got[m.subject.split(".")[-1]].take(m.data,time.monotonic())
    await nc.subscribe("OUT.>",cb=on,pending_msgs_limit=10**7,pending_bytes_limit=10**10)
    counts=collections.Counter(); t0=time.monotonic()
    tasks=[asyncio.create_task(drive(v,nc,1.0,counts,t0+5+i/len(vehicles))) for i,v in enumerate(vehicles)]
    killed=False
    while not all(x.done() for x in tasks):
        await asyncio.sleep(2)
        print(round(time.monotonic()-t0),dict(counts),sum(len(o.events) for o in got.values()),sum(o.repeated for o in got.values()),flush=True)
        if not killed and "kill" in sys.argv and time.monotonic()-t0>5+secs/2: killed=True; ws[0].kill(); print("killed")
        if time.monotonic()-t0>secs*3+60: print("TIMEOUT"); break
    await asyncio.sleep(2)
    lost=sum(len(set(want[k].events)-set(got[k].events)) for k in want); extra=sum(len(set(got[k].events)-set(want[k].events)) for k in got); diff=sum(1 for k in want for s in want[k].events if s in got[k].events and got[k].events[s]!=want[k].events[s])
    print("events",sum(len(o.events) for o in got.values()),"lost",lost,"extra",extra,"different",diff,"wrong",sum(o.wrong for o in got.values()),"longest",max(o.longest for o in got.values()))
    for x in [gw]+ws: x.end()
    cl.end()
asyncio.run(main())
